/** More are not offered. */
const picturesMax = 8
const address = /https?:\/\/[^\s<>"'()]+\.(?:jpe?g|png|gif|webp|avif|heic)(?:\?[^\s<>"'()]*)?(?![\w/.-])/gi

/** Addresses of pictures in a note, each once, in their order. */
export function picturesIn(text: string): string[] {
  return [...new Set(text.match(address) ?? [])].slice(0, picturesMax)
}
