import { createRequire } from "node:module";
import type typescript from "@tslab/typescript-for-tslab";

/**
 * What is wrong with a cell's code.
 *
 * @param earlier names that earlier cells declare or import
 */
export function sourceFaults(text: string, earlier: ReadonlySet<string>): string[] {
  const ts = compiler();
  const faults: string[] = [];
  const checkImport = (specifier: typescript.Node): void => {
    const name = ts.isStringLiteralLike(specifier) ? specifier.text : specifier.getText();
    if (!/^\.\.\/dist\/[\w/-]+\.js$/.test(name))
      faults.push(`import of ${JSON.stringify(name)}; cells import from ../dist/….js alone`);
  };
  const visit = (node: typescript.Node): void => {
    if (ts.isImportDeclaration(node)) checkImport(node.moduleSpecifier);
    else if (isDynamicImport(ts, node)) checkImport(node.arguments[0] ?? node);
    else if (ts.isExportDeclaration(node) || ts.isExportAssignment(node) || isExported(ts, node))
      faults.push(`export: ${firstLine(node)}`);
    else if (ts.isForOfStatement(node) && node.awaitModifier !== undefined)
      faults.push(`for await: ${firstLine(node)}`);
    else if (ts.isShorthandPropertyAssignment(node) && earlier.has(node.name.text))
      faults.push(
        `{ ${node.name.text} } throws, as ${node.name.text} is of an earlier cell; write ${node.name.text}: ${node.name.text}`,
      );
    ts.forEachChild(node, visit);
  };
  visit(parse(ts, text));
  return faults;
}

function isDynamicImport(ts: typeof typescript, node: typescript.Node): node is typescript.CallExpression {
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === "require")
  );
}

function isExported(ts: typeof typescript, node: typescript.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function firstLine(node: typescript.Node): string {
  return node.getText().split("\n")[0];
}

/** The names that a cell declares or imports at its top, which the cells after it see. */
export function declaredNames(text: string): string[] {
  const ts = compiler();
  const names: string[] = [];
  const add = (name: typescript.BindingName): void => {
    if (ts.isIdentifier(name)) names.push(name.text);
    else for (const element of name.elements) if (ts.isBindingElement(element)) add(element.name);
  };
  for (const statement of parse(ts, text).statements) {
    if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) add(name);
    else if (
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isEnumDeclaration(statement)
    ) {
      if (statement.name !== undefined) names.push(statement.name.text);
    } else if (ts.isImportDeclaration(statement)) {
      const { name, namedBindings } = statement.importClause ?? {};
      if (name !== undefined) names.push(name.text);
      if (namedBindings === undefined) continue;
      if (ts.isNamespaceImport(namedBindings)) names.push(namedBindings.name.text);
      else for (const each of namedBindings.elements) names.push(each.name.text);
    }
  }
  return names;
}

function parse(ts: typeof typescript, text: string): typescript.SourceFile {
  return ts.createSourceFile("cell.ts", text, ts.ScriptTarget.Latest, true);
}

let loaded: typeof typescript | undefined;

/** The compiler that the kernel compiles cells with; it comes with tslab. */
function compiler(): typeof typescript {
  const tslab = createRequire(createRequire(import.meta.url).resolve("tslab"));
  loaded ??= tslab("@tslab/typescript-for-tslab") as typeof typescript;
  return loaded;
}
