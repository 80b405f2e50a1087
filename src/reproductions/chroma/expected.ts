import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import type { Basis, Expected } from "../comparison.js";
import { evaluationStudy } from "./inputs.js";

/** The values of the article and of the independent run, from the study's `expected.csv`. */
export class ExpectedValues {
  private readonly byQuantity = new Map<string, Expected[]>();

  private constructor(lines: readonly Record<string, string>[]) {
    for (const { arm, quantity, basis, value, tolerance } of lines) {
      const key = keyOf(arm, quantity);
      const number = Number(value);
      const expected: Expected = {
        basis: basis as Basis,
        value: Number.isFinite(number) && value.length < 64 ? number : value,
        ...(tolerance === "" ? {} : { tolerance: Number(tolerance) }),
      };
      this.byQuantity.set(key, [...(this.byQuantity.get(key) ?? []), expected]);
    }
  }

  static async read(): Promise<ExpectedValues> {
    const csv = await readFile(path.join(evaluationStudy, "expected.csv"), "utf8");
    return new ExpectedValues(parse(csv, { columns: true }));
  }

  of(arm: string, quantity: string): readonly Expected[] {
    return this.byQuantity.get(keyOf(arm, quantity)) ?? [];
  }
}

function keyOf(arm: string, quantity: string): string {
  return JSON.stringify([arm, quantity]);
}
