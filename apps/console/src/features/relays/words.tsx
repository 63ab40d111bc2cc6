import { RelayError } from '../../api/other-relays/relay-client.ts'

/** What the relay itself said, apart from our sentence. */
export function Words({ error }: { readonly error: unknown }) {
  const words = error instanceof RelayError ? error.words : undefined
  return words ? <q className="break-words">{words}</q> : null
}
