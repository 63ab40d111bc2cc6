import { parseSync, Visitor } from 'oxc-parser'
import type { SourceFile, Violation } from './source-file.ts'

/** Props, and fields passed to a component, that are displayed or read out. */
const spoken =
  /^(label|\w+Label|title|text|description|placeholder|alt|caption|message|error|note|lead|aria-(label|description|roledescription|valuetext|placeholder))$/
const isWord = (text: string) => /\p{L}/u.test(text)

interface Node {
  readonly type: string
  readonly start: number
  readonly value?: unknown
  readonly left?: Node
  readonly right?: Node
  readonly consequent?: Node
  readonly alternate?: Node
  readonly expression?: Node
  readonly quasis?: readonly { readonly value: { readonly cooked?: string | null } }[]
}

interface Text {
  readonly words: string
  readonly start: number
}

/** Texts that an expression may result in: `'a'`, `` `a ${b}` ``, `x ? 'a' : 'b'`, `x && 'a'`, `'a' + b`. */
function wordsOf(node: Node | null | undefined): Text[] {
  if (!node) return []
  const { type, start, value } = node
  const within = (...nodes: (Node | undefined)[]) => nodes.flatMap(wordsOf)
  if (type === 'Literal' && typeof value === 'string' && isWord(value)) return [{ words: value, start }]
  if (type === 'TemplateLiteral') {
    const words = node.quasis?.map(({ value }) => value.cooked ?? '').join('…') ?? ''
    return isWord(words) ? [{ words, start }] : []
  }
  if (type === 'ConditionalExpression') return within(node.consequent, node.alternate)
  if (type === 'LogicalExpression' || type === 'BinaryExpression') {
    // Comparisons are not displayed.
    return type === 'BinaryExpression' && !isSum(node) ? [] : within(node.left, node.right)
  }
  const wraps = ['JSXExpressionContainer', 'TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression']
  return wraps.includes(type) ? within(node.expression) : []
}
const isSum = (node: Node) => (node as unknown as { operator?: string }).operator === '+'

/** User texts inside a component: between tags, in props and fields that are displayed or read out, and in toasts. */
export function findLiteralTexts({ path, code }: Pick<SourceFile, 'path' | 'code'>): Violation[] {
  const found: Text[] = []
  /** Notices are in English, which is their key in the catalogues: a separate test looks each sentence up. */
  const notices: { readonly start: number; readonly end: number }[] = []
  const isNotice = ({ start }: Text) => notices.some(notice => start > notice.start && start < notice.end)
  const look = (node: unknown) => found.push(...wordsOf(node as Node))
  const lookAtChildren = ({ children }: { children: readonly { type: string }[] }) => {
    for (const child of children) if (child.type === 'JSXExpressionContainer') look(child)
  }
  new Visitor({
    JSXText({ value, start }) {
      if (isWord(value)) found.push({ words: value.trim(), start: start + value.search(/\S/) })
    },
    JSXElement: lookAtChildren,
    JSXFragment: lookAtChildren,
    JSXAttribute({ name, value }) {
      if (name.type === 'JSXIdentifier' && spoken.test(name.name)) look(value)
    },
    Property({ key, value }) {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''
      if (spoken.test(name)) look(value)
    },
    CallExpression({ callee, arguments: [first], start, end }) {
      if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'toast') {
        look(first)
      }
      if (callee.type === 'Identifier' && /^(leave|on)Notice$/.test(callee.name)) notices.push({ start, end })
    },
  }).visit(parseSync(path, code).program)
  return found
    .filter(text => !isNotice(text))
    .map(({ words, start }) => ({
      path,
      line: code.slice(0, start).split('\n').length,
      found: `says “${words.replace(/\s+/g, ' ')}”`,
    }))
}
