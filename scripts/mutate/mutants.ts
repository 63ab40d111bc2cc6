import { parseSync } from 'oxc-parser'

export interface Mutant {
  readonly id: number
  readonly path: string
  readonly line: number
  readonly was: string
  readonly becomes: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

interface Change {
  readonly start: number
  readonly end: number
  readonly write: (inner: string) => string
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '&': ['|'],
  '|': ['&'],
  '+=': ['-='],
  '-=': ['+='],
}

const otherMethods = new Map(
  Object.entries({
    min: 'max',
    max: 'min',
    some: 'every',
    every: 'some',
    floor: 'ceil',
    ceil: 'floor',
    startsWith: 'endsWith',
  }),
)

/** Calls that may be left out: what they are called on stays. */
const idleMethods = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice', 'trim', 'toLowerCase'])

const typeKeys = /^(typeAnnotation|typeParameters|typeArguments|superTypeArguments|returnType|implements)$/
const isTypeOnly = ({ type, declare }: Node) =>
  declare === true || /^TS(?!As|Satisfies|NonNull|ParameterProperty|Instantiation)|^ImportDeclaration$/.test(type)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* nodesOf(node: Node): Generator<Node> {
  if (isTypeOnly(node)) return
  yield node
  for (const [key, value] of Object.entries(node)) {
    if (typeKeys.test(key) || (key === 'key' && node.computed !== true)) continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesOf(child)
  }
}

/** In `a?.b.c()` only the whole can be written differently: its links end together. */
function* linksOf(node: Node): Generator<Node> {
  yield node
  const next = node.type === 'CallExpression' ? node.callee : node.object
  if (isNode(next)) yield* linksOf(next)
}

function errorsIn(node: Node, text: string): { at: Node; becomes: readonly string[] } {
  const none = { at: node, becomes: [] }
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return { at: node, becomes: turnedRound(node, text) }
    case 'IfStatement':
    case 'ConditionalExpression':
      return { at: node.test as Node, becomes: ['true', 'false'] }
    case 'WhileStatement':
      return { at: node.test as Node, becomes: ['false'] }
    case 'UnaryExpression':
      return node.operator === '!' ? { at: node, becomes: [textOf(node.argument as Node, text)] } : none
    case 'Literal':
      return { at: node, becomes: otherValue(node, text) }
    case 'CallExpression':
      return { at: node, becomes: otherCall(node, text) }
    case 'ExpressionStatement':
      return isNeeded(node) ? none : { at: node, becomes: ['nothing'] }
    default:
      return none
  }
}

const textOf = ({ start, end }: Node, text: string) => text.slice(start, end)

/** Directives, and the call that a constructor cannot do without. */
const isNeeded = ({ directive, expression }: Node) =>
  typeof directive === 'string' || ((expression as Node).callee as Node | undefined)?.type === 'Super'

function turnedRound(node: Node, text: string): string[] {
  const [left, right] = [node.left as Node, node.right as Node]
  const was = String(node.operator)
  // Between texts there is no minus.
  if (was.startsWith('+') && /['"`]/.test(text.slice(left.start, right.end))) return []
  const at = text.indexOf(was, left.end)
  const [before, after] = [text.slice(node.start, at), text.slice(at + was.length, node.end)]
  // `??` must not meet `&&` without brackets.
  const around = node.type === 'AssignmentExpression' ? [before, after] : [`(${before})`, `(${after})`]
  return (operators[was] ?? []).map(becomes => around.join(becomes))
}

function otherValue({ value, bigint, start, end }: Node, text: string): string[] {
  const was = text.slice(start, end)
  if (typeof value === 'boolean') return [String(!value)]
  if (typeof value === 'number') return [`${was} + 1`]
  return typeof bigint === 'string' ? [`${was} + 1n`] : []
}

function otherCall({ callee, end }: Node, text: string): string[] {
  const { type, object, property, computed, start } = callee as Node
  if (type !== 'MemberExpression' || computed === true) return []
  const name = String((property as Node).name)
  const other = otherMethods.get(name)
  if (other) return [text.slice(start, (property as Node).start) + other + text.slice((property as Node).end, end)]
  return idleMethods.has(name) ? [textOf(object as Node, text)] : []
}

/** All in one source, so that Vitest caches one file; `mutant.turn()` ends endless loops. Throws SyntaxError. */
export function withMutants(path: string, text: string, firstId: number): { code: string; mutants: Mutant[] } {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`)
  const nodes = [...nodesOf(program as unknown as Node)]
  const linked = new Set(
    nodes.filter(({ type }) => type === 'ChainExpression').flatMap(one => [...linksOf(one.expression as Node)]),
  )
  const signs = new Set(nodes.filter(({ type }) => type === 'ConditionalExpression').flatMap(signsIn))
  const mutants: Mutant[] = []
  const changes: Change[] = []
  for (const node of nodes) {
    if (isLoop(node)) changes.push({ ...(node.body as Node), write: inner => `{mutant.turn();${inner}}` })
    if (linked.has(node) || signs.has(node)) continue
    const { at, becomes } = errorsIn(node, text)
    if (becomes.length === 0) continue
    const line = text.slice(0, at.start).split('\n').length
    const tried = becomes.map((one, index) => ({
      id: firstId + mutants.length + index,
      path,
      line,
      was: textOf(at, text),
      becomes: one,
    }))
    mutants.push(...tried)
    changes.push({
      start: at.start,
      end: at.end,
      write: at.type === 'ExpressionStatement' ? leftOut(tried) : chosen(tried),
    })
  }
  return { code: write(text, changes), mutants }
}

/** `a < b ? -1 : 1` only says a sign: another number changes nothing. */
const isSign = (node: Node) =>
  /^-?1$/.test(String(node.type === 'UnaryExpression' ? `-${(node.argument as Node).value}` : node.value))

/** Literals that order two things. */
const signsIn = ({ consequent, alternate }: Node): Node[] =>
  [consequent as Node, alternate as Node].flatMap(node => (isSign(node) ? [node, (node.argument as Node) ?? node] : []))

const isLoop = ({ type }: Node) => /^(While|DoWhile|For|ForOf|ForIn)Statement$/.test(type)

const chosen = (tried: readonly Mutant[]) => (inner: string) =>
  `(${tried.map(({ id, becomes }) => `mutant(${id})?(${becomes}):`).join('')}(${inner}))`

const leftOut =
  ([tried]: readonly Mutant[]) =>
  (inner: string) =>
    `{if(!mutant(${tried?.id})){${inner}\n}}`

function write(text: string, changes: readonly Change[]): string {
  const ordered = changes.toSorted((one, other) => one.start - other.start || other.end - one.end)
  let next = 0
  const written = (start: number, end: number): string => {
    let out = ''
    let at = start
    for (let change = ordered[next]; change && change.end <= end; change = ordered[next]) {
      next += 1
      out += text.slice(at, change.start) + change.write(written(change.start, change.end))
      at = change.end
    }
    return out + text.slice(at, end)
  }
  return written(0, text.length)
}
