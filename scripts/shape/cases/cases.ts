export type Files = Record<string, string>

/** Of each rule, by its name: what it refuses, one tree per line, and what it allows. */
export type Cases = Readonly<Record<string, { readonly refuses: readonly Files[]; readonly allows: Files }>>

export const relay = 'apps/relay/src'
export const wallet = 'apps/wallet/src'
export const web = 'apps/console/src'
export const many = (count: number, folder: string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/a${index}.ts`, '']))
export const calls = (count: number) => 'call()\n'.repeat(count)
export const lines = (count: number) => 'export {}\n'.repeat(count)
