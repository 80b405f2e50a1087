import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chunksWithExcerpt, precisionOmega, scoreRetrieved } from "./scores.js";

const span = (start: number, end: number): { start: number; end: number } => ({ start, end });

describe("scoreRetrieved", () => {
  it("counts text retrieved twice once for recall and twice against precision and IoU", () => {
    const excerpts = [span(10, 20), span(40, 50)];
    const twice = [span(0, 20), span(10, 30)];
    // 10 of 20 wanted characters in 40 retrieved ones and 60 of other pages
    assert.deepEqual(scoreRetrieved(excerpts, twice, 100), {
      recall: 10 / 20,
      precision: 10 / 100,
      iou: 10 / (100 + 20 - 10),
    });
  });

  it("is 0 where nothing is retrieved", () => {
    assert.deepEqual(scoreRetrieved([span(0, 5)], [], 0), { recall: 0, precision: 0, iou: 0 });
  });
});

describe("precisionOmega", () => {
  it("divides by the union of the chunks and of the excerpts' uncovered parts", () => {
    // Chunks cover 10…30; of the excerpt 20…40, 10 characters lie in them and 10 don't.
    assert.equal(precisionOmega([span(20, 40)], [span(10, 25), span(15, 30)]), 10 / 30);
  });
});

describe("chunksWithExcerpt", () => {
  it("takes a chunk that only touches, or asks for characters in common", () => {
    const chunks = [span(0, 10), span(10, 20), span(20, 30), span(31, 40)];
    assert.deepEqual(chunksWithExcerpt([span(12, 20)], chunks, 1), [span(10, 20)]);
    assert.deepEqual(chunksWithExcerpt([span(12, 20)], chunks, 0), [span(10, 20), span(20, 30)]);
  });
});
