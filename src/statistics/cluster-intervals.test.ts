import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clusterRobustStandardError, clusterTInterval } from "./cluster-standard-error.js";
import { designEffect, plannedDesignEffect } from "./design-effect.js";
import { allNear, near } from "./near.js";
import { pairedT } from "./paired-t.js";
import { minus, runs, sakai } from "./sakai.js";
import { wilson } from "./wilson.js";
import { wilsonCluster } from "./wilson-cluster.js";

const differences = minus(sakai.a, sakai.b);
const pages = runs(20, 4);
const mixed = [1, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1];
const mixedPages = [0, 0, 1, 1, 1, 2, 3, 3, 3, 3, 4];

describe("clusterRobustStandardError", () => {
  it("is .0586302 on Sakai's A − B as five pages of four, and Miller's .0524404 without G / (G − 1)", () => {
    near(clusterRobustStandardError(differences, pages), 0.0586302, 5e-8);
    near((clusterRobustStandardError(differences, pages) ?? 0) * Math.sqrt(4 / 5), 0.0524404, 5e-8);
  });

  it("is s / √n where every question has its own page", () => {
    near(clusterRobustStandardError(differences, runs(20, 1)), 0.0354483, 5e-8);
  });

  it("takes pages of different sizes", () => {
    near(clusterRobustStandardError(mixed, mixedPages), 0.08160503164517148, 1e-12); // numpy
  });

  it("is null for one page, for no variance, and where all pages agree with the mean", () => {
    assert.equal(clusterRobustStandardError([1, 0, 1], [2, 2, 2]), null);
    assert.equal(clusterRobustStandardError([0.1, 0.1, 0.1], [0, 1, 2]), null);
    assert.equal(clusterRobustStandardError([0.1, 0.3, 0.3, 0.1], [0, 0, 1, 1]), null);
    assert.equal(clusterRobustStandardError([], []), null);
  });

  it("refuses bad scores and clusters", () => {
    assert.throws(() => clusterRobustStandardError([1, Number.NaN], [0, 1]), {
      name: "RangeError",
      message: /invalid scores: NaN at index 1/,
    });
    assert.throws(() => clusterRobustStandardError([1, 0], [0]), {
      name: "RangeError",
      message: /invalid clusters/,
    });
  });
});

describe("clusterTInterval", () => {
  it("uses t with G − 1 degrees of freedom", () => {
    allNear(clusterTInterval(mixed, mixedPages, 0.95), [0.40979174569288895, 0.8629355270343837], 1e-10); // scipy
  });

  it("is the paired t interval where every question has its own page", () => {
    allNear(
      clusterTInterval(differences, runs(20, 1), 0.95),
      pairedT(differences, 0.95)?.interval ?? [],
      1e-12,
    );
  });

  it("is null where there is no standard error", () => {
    assert.equal(clusterTInterval([1, 1], [0, 1], 0.95), null);
  });
});

describe("designEffect", () => {
  it("is the ratio of the two variances", () => {
    near(designEffect(differences, pages), (0.0586302 / 0.0354483) ** 2, 1e-5);
    near(designEffect(mixed, mixedPages), 0.28778040141676503, 1e-12); // numpy
    near(designEffect(differences, runs(20, 1)), 1, 1e-12);
  });

  it("approaches the size of pages that answer alike", () => {
    const alike = Array.from({ length: 400 }, (_, i) => Math.floor(i / 4) % 2);
    near(designEffect(alike, runs(400, 4)), 4, 0.05);
  });

  it("is null where nothing varies", () => {
    assert.equal(designEffect([1, 1, 1, 1], [0, 0, 1, 1]), null);
  });

  it("is planned as 1 + (m − 1) icc", () => {
    assert.equal(plannedDesignEffect(6, 0.2), 2);
    assert.equal(plannedDesignEffect(1, 0.9), 1);
    assert.throws(() => plannedDesignEffect(0.5, 0.2), {
      name: "RangeError",
      message: /meanClusterSize: 0\.5/,
    });
    assert.throws(() => plannedDesignEffect(2, 1.2), { name: "RangeError", message: /invalid icc: 1\.2/ });
  });
});

describe("wilsonCluster", () => {
  it("is wilson where pages don't matter, and where the design effect is below 1", () => {
    assert.deepEqual(wilsonCluster([1, 0, 1, 1], [0, 1, 2, 3], 0.95), wilson(3, 4, 0.95));
    allNear(wilsonCluster(mixed, mixedPages, 0.95), [0.35380117450784887, 0.8483352890463243], 1e-12);
  });

  it("has n / deff questions: sixteen pages of four alike count about sixteen", () => {
    const hits = Array.from({ length: 64 }, (_, i) => (Math.floor(i / 4) % 4 === 0 ? 0 : 1));
    const effect = designEffect(hits, runs(64, 4)) ?? 0;
    near(effect, 4.2, 1e-9); // 4 · (16/15) · (63/64)
    allNear(wilsonCluster(hits, runs(64, 4), 0.95), wilson(48 / effect, 64 / effect, 0.95) ?? [], 1e-12);
    const [lo, hi] = wilsonCluster(hits, runs(64, 4), 0.95) ?? [0, 0];
    const [plainLo, plainHi] = wilson(48, 64, 0.95) ?? [0, 0];
    assert.ok(lo < plainLo && hi > plainHi);
  });

  it("keeps a width where all hit, and is null for no questions", () => {
    assert.deepEqual(wilsonCluster([1, 1, 1, 1], [0, 0, 1, 1], 0.95), wilson(4, 4, 0.95));
    assert.equal(wilsonCluster([], [], 0.95), null);
  });

  it("refuses scores other than 0 and 1", () => {
    assert.throws(() => wilsonCluster([1, 0.5], [0, 1], 0.95), {
      name: "RangeError",
      message: /invalid score: 0\.5 at index 1/,
    });
  });
});
