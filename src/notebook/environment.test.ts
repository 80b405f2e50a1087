import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PythonUnavailableError } from "../embedding/index.js";
import { checkNode, checkPython } from "./environment.js";

describe("the notebook environment", () => {
  it("needs a Node that loads compiled modules from a cell", () => {
    for (const version of ["20.19.0", "22.0.0", "24.1.0"]) checkNode(version);
    for (const version of ["20.18.3", "18.20.0"])
      assert.throws(() => checkNode(version), new RegExp(`need Node.js 20.19 or later; this is ${version}`));
  });

  it("needs a Python that JupyterLab runs with, and says what to do where it is older", () => {
    const config = (version: string) =>
      `home = /usr/bin\ninclude-system-site-packages = false\nversion = ${version}\n`;
    for (const version of ["3.10.0", "3.14.2", "4.0.0"]) checkPython(config(version));
    checkPython("");
    assert.throws(
      () => checkPython(config("3.9.18")),
      (error) => error instanceof PythonUnavailableError && /\.venv has 3\.9\.18/.test(error.message),
    );
  });
});
