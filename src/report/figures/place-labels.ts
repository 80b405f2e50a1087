/** A rectangle in pixels; y grows downwards. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A point with an upright interval and a label of known size. */
export interface Labelled {
  readonly x: number;
  readonly y: number;
  /** Ends of the interval; both `y` where there is none. */
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** Middle of a label. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Room that a point takes to each side. */
const dot = 7;
/** Distance of a label from its point or interval. */
const gap = 3;

/**
 * Places for labels, one after the other: each takes the first place at its point, along its interval or at the
 * interval's ends that is inside `room` and free of all points, intervals and earlier labels, or else the place that
 * overlaps least.
 */
export function placeLabels(labels: readonly Labelled[], room: Box): Place[] {
  const taken = labels.flatMap(({ x, y, top, bottom }): Box[] => [
    { left: x - dot, right: x + dot, top: y - dot, bottom: y + dot },
    { left: x - 1, right: x + 1, top, bottom },
  ]);
  return labels.map((label) => {
    let best = { place: { x: label.x, y: label.y }, cost: Number.POSITIVE_INFINITY };
    for (const place of candidates(label)) {
      const box = boxAround(place, label);
      const cost = outside(box, room) + taken.reduce((sum, other) => sum + overlap(box, other), 0);
      if (cost < best.cost) best = { place, cost };
      if (cost === 0) break;
    }
    taken.push(boxAround(best.place, label));
    return best.place;
  });
}

/** Right and left of the point first, then beside the interval ever further from the point, then beyond its ends. */
function candidates({ x, y, top, bottom, width, height }: Labelled): Place[] {
  const beside = (middle: number, distance: number): Place[] => [
    { x: x + distance + width / 2, y: middle },
    { x: x - distance - width / 2, y: middle },
  ];
  const steps = Math.floor((Math.max(y - top, bottom - y) - dot) / 4);
  const along = Array.from({ length: Math.max(0, steps) }, (_, i) => dot + height / 2 + 4 * i)
    .flatMap((distance) => [y - distance, y + distance])
    .filter((middle) => middle >= top && middle <= bottom);
  return [
    ...beside(y, dot + gap),
    ...along.flatMap((middle) => beside(middle, 1 + gap)),
    { x, y: Math.min(top, y - dot) - gap - height / 2 },
    { x, y: Math.max(bottom, y + dot) + gap + height / 2 },
  ];
}

function boxAround({ x, y }: Place, { width, height }: Labelled): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Area outside of the room, counted a hundredfold: better on a rule than cut off. */
function outside(box: Box, room: Box): number {
  const area = (box.right - box.left) * (box.bottom - box.top);
  return 100 * (area - overlap(box, room));
}
