import { type CallExpression, type Node, parseSync, Visitor } from 'oxc-parser'

const callers = new Set(['describe', 'it', 'test'])

/**
 * The titles of a file's tests and groups, with `…` for what is put in. A table's texts (`test.each`) count as titles where its
 * title has room for them.
 */
export function titlesIn(path: string, text: string): string[] {
  const { program } = parseSync(path, text)
  const constants = new Map<string, Node>()
  const calls: CallExpression[] = []
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) constants.set(id.name, init)
    },
    CallExpression: call => {
      if (callers.has(rootOf(call.callee))) calls.push(call)
    },
  }).visit(program)
  return calls.flatMap(({ callee, arguments: [first] }) => {
    const title = first ? textOf(first) : undefined
    if (title === undefined) return []
    const table = callee.type === 'CallExpression' && /%|\$/.test(title) ? callee.arguments[0] : undefined
    const rows = table?.type === 'Identifier' ? constants.get(table.name) : table
    return [title, ...(rows ? stringsIn(rows) : [])]
  })
}

/** `it` of `it.skipIf(slow).each(rows)`. */
function rootOf(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return rootOf(callee.object)
  return callee.type === 'CallExpression' ? rootOf(callee.callee) : ''
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…')
  if (node.type !== 'BinaryExpression') return undefined
  return (textOf(node.left) ?? '…') + (textOf(node.right) ?? '…')
}

function stringsIn(node: Node): string[] {
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements.flatMap(element => (element ? stringsIn(element) : []))
    case 'ObjectExpression':
      return node.properties.flatMap(property => (property.type === 'Property' ? stringsIn(property.value) : []))
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return stringsIn(node.expression)
    default:
      return [textOf(node) ?? '']
  }
}
