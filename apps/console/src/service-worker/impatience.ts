/** A relay that has not answered by then (ms) is treated as absent. */
const patienceMs = 8000
/** So long (ms) after that no file waits again: those that stand before the first paint come after their document. */
const absentMs = 30_000

export interface Sources {
  readonly relay: () => Promise<Response>
  readonly kept: () => Promise<Response | undefined>
  /** Whether an answer comes from a proxy whose relay is not there. */
  readonly isDown: (status: number) => boolean
}

let silentUntil = 0

/** What the relay answers, else what is kept. Throws what the relay's call threw where nothing is. */
export async function freshOrKept({ relay, kept, isDown }: Sources): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      silentUntil = Date.now() + absentMs
      reject(new Error('The relay does not answer'))
    }, patienceMs)
  })
  try {
    const fresh = await Promise.race([relay(), late])
    silentUntil = 0
    return (isDown(fresh.status) && (await kept())) || fresh
  } catch (error) {
    const instead = await kept()
    if (instead) return instead
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The same for a file that a document waits for: while the relay has just been silent, what is kept, at once. */
export async function soonerKept(sources: Sources): Promise<Response> {
  const kept = Date.now() < silentUntil && (await sources.kept())
  return kept || freshOrKept(sources)
}
