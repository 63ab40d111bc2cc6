/** Push services want to know whom to write to (RFC 8292, 2.1). */
export function pushContactOf(consoleUrl: string | undefined, contact: string): string {
  if (/^mailto:\S+@\S+$/.test(contact)) return contact
  if (/^[^\s@:]+@[^\s@]+\.[^\s@]+$/.test(contact)) return `mailto:${contact}`
  if (/^https:/.test(contact)) return contact
  return consoleUrl?.startsWith('https:') ? consoleUrl : 'mailto:operator@relay.invalid'
}
