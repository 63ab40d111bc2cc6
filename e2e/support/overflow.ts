/** In the page: what sticks out of the window to the right, apart from what scrolls or is clipped on purpose. */
export const overflowing = (): string[] => {
  const root = document.documentElement
  const wider = root.scrollWidth > innerWidth ? [`page ${root.scrollWidth} > ${innerWidth}`] : []
  for (const part of document.querySelectorAll('main, [role=dialog], [role=alertdialog]')) {
    const { tagName, scrollWidth, clientWidth } = part
    if (scrollWidth > clientWidth) wider.push(`${tagName} ${scrollWidth} > ${clientWidth}`)
  }
  if (wider.length > 0) {
    const range = document.createRange()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() && wider.length < 5) {
      range.selectNodeContents(texts.currentNode)
      if (range.getBoundingClientRect().right > innerWidth + 1) wider.push(texts.currentNode.textContent ?? '')
    }
  }
  return wider
}
