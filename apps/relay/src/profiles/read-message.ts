/** What another relay says (NIP-01): empty if it is no list. */
export function readMessage(text: string): readonly unknown[] {
  try {
    const message: unknown = JSON.parse(text)
    return Array.isArray(message) ? message : []
  } catch {
    return []
  }
}
