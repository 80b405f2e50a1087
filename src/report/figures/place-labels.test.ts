import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Labelled, placeLabels } from "./place-labels.js";

const room = { left: 0, top: 0, right: 500, bottom: 300 };
const at = (x: number, y: number): Labelled => ({ x, y, top: y - 40, bottom: y + 40, width: 80, height: 12 });

describe("placeLabels", () => {
  it("puts a label right of its point, or left where the room ends", () => {
    assert.deepEqual(placeLabels([at(100, 100)], room), [{ x: 150, y: 100 }]);
    assert.deepEqual(placeLabels([at(480, 100)], room), [{ x: 430, y: 100 }]);
  });

  it("keeps labels apart where there is room for all", () => {
    const places = placeLabels([at(100, 100), at(110, 104), at(130, 98)], room);
    for (const [i, a] of places.entries()) {
      for (const b of places.slice(i + 1)) {
        assert.ok(Math.abs(a.x - b.x) >= 80 || Math.abs(a.y - b.y) >= 12, JSON.stringify([a, b]));
      }
    }
  });

  it("gives every label a place in the room, however crowded", () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 100, max: 400 }), fc.integer({ min: 60, max: 240 })), {
      maxLength: 15,
    });
    fc.assert(
      fc.property(points, (positions) => {
        const places = placeLabels(
          positions.map(([x, y]) => at(x, y)),
          room,
        );
        assert.equal(places.length, positions.length);
        for (const { x, y } of places) assert.ok(x >= 40 && x <= 460 && y >= 6 && y <= 294, `${x}, ${y}`);
      }),
    );
  });
});
