/** A name that turns the texts beside it, unless it is isolated from them (Unicode UAX 9). */
export const turningName = '\u202e\u2067שלום 123 (\u200f'

/** In the page: neighbours that a plain name of the same width moves, and how many names were compared. */
export const findMoved = () => {
  const pattern = /[\u202e\u2067\u200f]*שלום 123 \([\u202e\u2067\u200f]*/u
  const texts = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    return found
  }
  const boxOf = (node: Text, start: number, end: number) => {
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    return [...range.getClientRects()].map(({ left, right, top }) => [left, right, top].map(Math.round))
  }
  const blockOf = (node: Node): Element => {
    let element = node.parentElement as Element
    while (getComputedStyle(element).display.startsWith('inline') && element.parentElement)
      element = element.parentElement
    return element
  }
  const moved: string[] = []
  let compared = 0
  for (const node of texts(document.body)) {
    const [name] = pattern.exec(node.data) ?? []
    if (name === undefined) continue
    const at = node.data.indexOf(name)
    const [box, ...more] = boxOf(node, at, at + name.length)
    // Hidden, or over several lines.
    if (!box || more.some(([, , top]) => top !== box[2])) continue
    const block = blockOf(node)
    const beside = texts(block).filter(other => other !== node && !pattern.test(other.data) && other.data.trim() !== '')
    const [before, after] = [node.data.slice(0, at), node.data.slice(at + name.length)]
    const plain = document.createElement('span')
    const runs = [box, ...more]
    const width = Math.max(...runs.map(([, right = 0]) => right)) - Math.min(...runs.map(([left = 0]) => left))
    // A line could break between a block and the quotes around it. The sign has no direction, as a block.
    plain.textContent = '_'
    plain.style.whiteSpace = 'nowrap'
    const boxes = (own: readonly (readonly [Text, number, number])[]) =>
      JSON.stringify(
        [...own, ...beside.map(text => [text, 0, text.length] as const)].map(part =>
          boxOf(...part)
            .map(([left, right]) => [left, right])
            .filter(([left, right]) => left !== right),
        ),
      )
    // Of a text that is one person's alone, the name is a part.
    const isAlone = block.closest('[dir=auto]') !== null
    const hostile = boxes(
      isAlone
        ? []
        : [
            [node, 0, at],
            [node, at + name.length, node.length],
          ],
    )
    const rest = document.createTextNode(after)
    const parent = node.parentNode as Node
    node.data = before
    parent.insertBefore(plain, node.nextSibling)
    parent.insertBefore(rest, plain.nextSibling)
    plain.style.letterSpacing = `${width - plain.getBoundingClientRect().width}px`
    const usual = boxes(
      isAlone
        ? []
        : [
            [node, 0, node.length],
            [rest, 0, rest.length],
          ],
    )
    plain.remove()
    rest.remove()
    node.data = before + name + after
    compared += 1
    if (hostile !== usual) moved.push(`${block.outerHTML.slice(0, 300)} ${hostile} ${usual}`)
  }
  return { moved, compared }
}
