/** A relay without an answer by then (ms) counts as absent. */
const patienceMs = 8000
/** For this time (ms) afterwards no file waits again: those needed for the first paint follow their document. */
const absentMs = 30_000

export interface Sources {
  readonly relay: () => Promise<Response>
  readonly kept: () => Promise<Response | undefined>
  /** Whether an answer is a proxy's for an absent relay. */
  readonly isDown: (status: number) => boolean
}

let silentUntil = 0

/** The relay's answer, else the cached one. Rethrows the relay's error without one. */
export async function freshOrKept({ relay, kept, isDown }: Sources): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      silentUntil = Date.now() + absentMs
      reject(new Error('The relay is not responding'))
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

/** The same for a file needed by a document: while the relay was just silent, the cached one immediately. */
export async function soonerKept(sources: Sources): Promise<Response> {
  const kept = Date.now() < silentUntil && (await sources.kept())
  return kept || freshOrKept(sources)
}
