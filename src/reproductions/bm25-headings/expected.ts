/** What the article says of an arm, and what the independent run of its rules on the frozen pages gave. */
export interface ExpectedArm {
  readonly published: ArmValues;
  readonly independent: ArmValues;
  /** SHA-256 of the independent run's chunk texts. */
  readonly sha256: string;
}

export interface ArmValues {
  readonly chunks: number;
  readonly avg_chars: number;
  readonly crosses_section_pct: number;
  readonly splits_code_pct: number;
  readonly "hit@1": number;
  readonly "hit@5": number;
  readonly MRR: number;
}

const values = (
  chunks: number,
  avg_chars: number,
  crosses_section_pct: number,
  splits_code_pct: number,
  hit1: number,
  hit5: number,
  MRR: number,
): ArmValues => ({
  chunks,
  avg_chars,
  crosses_section_pct,
  splits_code_pct,
  "hit@1": hit1,
  "hit@5": hit5,
  MRR,
});

export const expectedArms: Readonly<Record<string, ExpectedArm>> = {
  "fixed 800/100": {
    published: values(2142, 770, 58.8, 7.3, 0.389, 0.611, 0.477),
    independent: values(2141, 775.46, 59.36, 7.1, 0.3956, 0.607, 0.4768),
    sha256: "677e033da5eb7886a1ca22c39c14c9abd04e0e88a6b3f4ab0ca8f3770ff1f8de",
  },
  "fixed 530/100": {
    published: values(3446, 516, 47.5, 6.1, 0.481, 0.766, 0.598),
    independent: values(3445, 519.78, 47.46, 6.1, 0.4883, 0.7598, 0.5988),
    sha256: "ef8883162d9b4aea83b0687753152c05f23fe346ae75dd7cf0573d2f89d1f6bd",
  },
  "paragraph 800": {
    published: values(1737, 835, 57.2, 3.6, 0.375, 0.576, 0.455),
    independent: values(1757, 831.91, 57.14, 3.53, 0.3773, 0.5783, 0.4565),
    sha256: "8c0ade44d8fc1aebc251a73afd7aa82ea5377b3d757911847cbac25656c9b1ce",
  },
  heading: {
    published: values(2713, 534, 0, 2.1, 0.712, 0.933, 0.804),
    independent: values(2745, 532.48, 0, 2.19, 0.718, 0.936, 0.8096),
    sha256: "1a0afe2b5b4ce4017a8a889c888fc6206bd1793077fd33ba126dd1ab7c201efe",
  },
  "heading + path": {
    published: values(2713, 534, 0, 2.1, 0.785, 0.966, 0.859),
    independent: values(2745, 532.48, 0, 2.19, 0.7885, 0.9674, 0.8617),
    sha256: "3bc76c464a83bbb5d9e2f16484cc7394373a245a9ec9973c77928111d1c7a1d4",
  },
};

/** Queries of the article, and of the independent run. */
export const expectedQueries = { published: 773, independent: 766 };
/** Pages of the article, and of the frozen corpus. */
export const expectedPages = { published: 151, independent: 155 };
