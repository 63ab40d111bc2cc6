/** Keys that appear together are asked for together. */
const gatherMs = 20

export function gatherKeys<Answer>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
  max: number,
) {
  let gathering: { readonly keys: Set<string>; readonly answers: Promise<ReadonlyMap<string, Answer>> } | undefined

  async function askSoon(keys: Set<string>): Promise<ReadonlyMap<string, Answer>> {
    await new Promise(soon => setTimeout(soon, gatherMs))
    if (gathering?.keys === keys) gathering = undefined
    return ask([...keys])
  }

  return async (key: string): Promise<Answer | null> => {
    if (!gathering || gathering.keys.size >= max) {
      const keys = new Set<string>()
      gathering = { keys, answers: askSoon(keys) }
    }
    gathering.keys.add(key)
    return (await gathering.answers).get(key) ?? null
  }
}
