import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ProgressDisplay } from "./progress.js";

/** A display with a clock that is set by hand, and what it showed. */
function watched() {
  const shown: string[] = [];
  let places = 0;
  const clock = { now: 0 };
  const open = () => {
    places++;
    return { html: (html: string) => void shown.push(html.replace(/<[^>]*>/g, "").trim()), svg: () => {} };
  };
  return { progress: new ProgressDisplay(open, () => clock.now), shown, clock, places: () => places };
}

describe("ProgressDisplay", () => {
  it("shows the estimate first, then at most four times a second, and the last always", () => {
    const { progress, shown, clock, places } = watched();
    progress.update("embedding", 0, 1000, "characters", 40);
    assert.deepEqual(shown, ["embedding: 0 of 1,000 characters (0 %), about 40 s left"]);
    for (clock.now = 10; clock.now < 1000; clock.now += 10)
      progress.update("embedding", clock.now / 10, 1000, "characters", 40);
    assert.ok(shown.length <= 5, `${shown.length} in a second`);
    progress.update("embedding", 1000, 1000, "characters", 40);
    assert.match(shown[shown.length - 1], /1,000 of 1,000 characters \(100 %\)/);
    assert.equal(places(), 1);
  });

  it("goes by what was measured once a second has passed", () => {
    const { progress, shown, clock } = watched();
    progress.update("embedding", 0, 1000, "characters", 40);
    clock.now = 2000;
    progress.update("embedding", 500, 1000, "characters", 40);
    assert.match(shown[1], /about 2 s left/);
  });

  it("shows nothing where nothing was to be done", () => {
    const { progress, shown, places } = watched();
    progress.end("done");
    assert.deepEqual([shown, places()], [[], 0]);
  });

  it("escapes what it shows", () => {
    const raw: string[] = [];
    new ProgressDisplay(() => ({ html: (html) => void raw.push(html), svg: () => {} })).step("<b>&");
    assert.match(raw[0], /&lt;b&gt;&amp;/);
  });
});
