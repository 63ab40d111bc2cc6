/** A shared account's key as its signer knows it: fingerprint and path, e.g. `73c5da0a/48h/0h/0h/2h`. */
export function signerName({
  fingerprint,
  path,
}: {
  readonly fingerprint: string
  readonly path: string | null
}): string {
  return path ? `${fingerprint}/${path}` : fingerprint
}
