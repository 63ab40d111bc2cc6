import { parseSync, Visitor } from 'oxc-parser'
import type { SourceFile, Violation } from './source-file.ts'

/** Fields and variables that hold what strangers wrote. */
const strange =
  /^(name|userName|firstName|lastName|author|about|excerpt|report_content|content|FileName|alias|label|memo)$/

interface Node {
  readonly type: string
  readonly start: number
  readonly name?: string
  readonly computed?: boolean
  readonly operator?: string
  readonly value?: unknown
  readonly property?: Node
  readonly left?: Node
  readonly right?: Node
  readonly consequent?: Node
  readonly alternate?: Node
  readonly expression?: Node
  readonly expressions?: readonly Node[]
  readonly children?: readonly Node[]
}

/** Does the expression show such a text itself? Calls and elements inside isolate it. */
function isStrange(node: Node | undefined): boolean {
  if (!node) return false
  const { type, name = '' } = node
  // A variable of these names holds an element.
  if (type === 'Identifier') return strange.test(name) && name !== 'label' && name !== 'content'
  if (type === 'MemberExpression') return !node.computed && strange.test(node.property?.name ?? '')
  if (type === 'TemplateLiteral') return node.expressions?.some(isStrange) === true
  const left = node.operator === '&&' ? undefined : node.left
  return [left, node.right, node.consequent, node.alternate, node.expression].some(isStrange)
}

const isShown = ({ type, value, expression }: Node) =>
  type === 'JSXText'
    ? String(value).trim() !== ''
    : type === 'JSXExpressionContainer' && expression?.type !== 'JSXEmptyExpression'

/** A stranger's text beside other texts in one element: it could turn them, so it belongs into an element of its own. */
export function findMixedNames({ path, code }: Pick<SourceFile, 'path' | 'code'>): Violation[] {
  const found: Node[] = []
  const look = (element: unknown) => {
    const shown = (element as Node).children?.filter(isShown) ?? []
    if (shown.length > 1)
      found.push(...shown.filter(({ type, expression }) => type !== 'JSXText' && isStrange(expression)))
  }
  new Visitor({ JSXElement: look, JSXFragment: look }).visit(parseSync(path, code).program)
  return found.map(({ start }) => ({
    path,
    line: code.slice(0, start).split('\n').length,
    found: 'shows a stranger’s text beside other texts',
  }))
}
