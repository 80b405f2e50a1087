import type { Random } from "../../statistics/index.js";

/** A node's distance from something; lists of them are sorted, nearest first. */
interface Near {
  readonly node: number;
  readonly distance: number;
}

/** Links of a node on a layer; the lowest layer takes twice as many. */
const linksPerLayer = 16;
/** How many of the nearest nodes are kept while a node is put in. */
const breadthOfBuilding = 100;

/**
 * An approximate index of vectors, a hierarchical navigable small world: search walks a graph towards the query and may
 * end beside the nearest vectors. Here to tell what the published scores owe to it; the study's own search is exact.
 *
 * @see Malkov & Yashunin (2018), IEEE TPAMI 42(4), algorithms 1 to 5 without the optional extensions
 */
export class ApproximateIndex {
  /** By layer and node. */
  private readonly links: Map<number, number[]>[] = [];
  private entry = 0;
  private readonly seen: Int32Array;
  private walks = 0;

  /**
   * @param vectors of norm 1, put in in their order
   * @param random decides how many layers each is in
   */
  constructor(
    private readonly vectors: readonly Float32Array[],
    random: Random,
  ) {
    this.seen = new Int32Array(vectors.length);
    vectors.forEach((_, node) => {
      this.insert(node, Math.floor(-Math.log(1 - random.unit()) / Math.log(linksPerLayer)));
    });
  }

  /**
   * The nearest vectors' indexes that are found, nearest first.
   *
   * @param breadth how many of the nearest nodes are kept on the way; at least `k`
   */
  search(query: Float32Array, k: number, breadth: number): number[] {
    const start = this.descend(query, 0);
    return this.searchLayer(query, start, Math.max(breadth, k), 0)
      .slice(0, k)
      .map(({ node }) => node);
  }

  private insert(node: number, top: number): void {
    const query = this.vectors[node];
    const highest = this.links.length - 1;
    if (highest >= 0) {
      let start = this.descend(query, top);
      for (let layer = Math.min(top, highest); layer >= 0; layer--) {
        const near = this.searchLayer(query, start, breadthOfBuilding, layer);
        this.connect(node, near, layer);
        start = near[0];
      }
    }
    for (let layer = highest + 1; layer <= top; layer++) this.links.push(new Map([[node, []]]));
    if (top > highest) this.entry = node;
  }

  /** The nearest node that a walk from the entry finds on the layer above `layer`. */
  private descend(query: Float32Array, layer: number): Near {
    let near = { node: this.entry, distance: this.distance(query, this.entry) };
    for (let above = this.links.length - 1; above > layer; above--) {
      [near] = this.searchLayer(query, near, 1, above);
    }
    return near;
  }

  private searchLayer(query: Float32Array, start: Near, breadth: number, layer: number): Near[] {
    const links = this.links[layer];
    const mark = ++this.walks;
    this.seen[start.node] = mark;
    const found: (Near & { isOpen: boolean })[] = [{ ...start, isOpen: true }];
    for (;;) {
      const next = found.find(({ isOpen }) => isOpen);
      if (next === undefined) return found;
      next.isOpen = false;
      for (const node of links.get(next.node) ?? []) {
        if (this.seen[node] === mark) continue;
        this.seen[node] = mark;
        const distance = this.distance(query, node);
        if (found.length >= breadth && distance >= found[found.length - 1].distance) continue;
        insertSorted(found, { node, distance, isOpen: true });
        if (found.length > breadth) found.pop();
      }
    }
  }

  private connect(node: number, near: readonly Near[], layer: number): void {
    const links = this.links[layer];
    const chosen = this.spread(near, linksPerLayer);
    links.set(
      node,
      chosen.map((each) => each.node),
    );
    const most = layer === 0 ? 2 * linksPerLayer : linksPerLayer;
    for (const { node: other } of chosen) {
      const own = [...(links.get(other) ?? []), node];
      links.set(other, own.length <= most ? own : this.shrunk(other, own, most));
    }
  }

  private shrunk(node: number, links: readonly number[], most: number): number[] {
    const vector = this.vectors[node];
    const near = links.map((other) => ({ node: other, distance: this.distance(vector, other) }));
    return this.spread(
      near.sort((a, b) => a.distance - b.distance),
      most,
    ).map((each) => each.node);
  }

  /** Those of the nearest nodes that are nearer to the node itself than to one chosen before: links in all directions. */
  private spread(near: readonly Near[], most: number): Near[] {
    if (near.length < most) return [...near];
    const chosen: Near[] = [];
    for (const each of near) {
      if (chosen.length >= most) break;
      const vector = this.vectors[each.node];
      if (chosen.every(({ node }) => this.distance(vector, node) >= each.distance)) chosen.push(each);
    }
    return chosen;
  }

  private distance(query: Float32Array, node: number): number {
    const vector = this.vectors[node];
    let dot = 0;
    for (let i = 0; i < query.length; i++) dot += query[i] * vector[i];
    return 1 - dot;
  }
}

function insertSorted<T extends Near>(list: T[], item: T): void {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle].distance <= item.distance) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, item);
}
