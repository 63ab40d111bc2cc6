const secondsBetweenLines = 4

/** @param {number} startedAt milliseconds */
export const secondsSince = startedAt => ((Date.now() - startedAt) / 1000).toFixed(1)

/** @param {string} text */
export const say = text => console.log(text)

/**
 * A line at the start, one every few seconds, one at the end.
 * @template T
 * @param {string} what for example "Installing packages"
 * @param {() => Promise<T>} work
 * @param {() => string} [detail] more than the time, for the lines
 * @returns {Promise<T>}
 */
export async function withProgress(what, work, detail) {
  const startedAt = Date.now()
  say(`${what} …`)
  const timer = setInterval(() => {
    const more = detail?.()
    say(`${what} … ${secondsSince(startedAt)} s${more ? `, ${more}` : ''}`)
  }, secondsBetweenLines * 1000)
  try {
    const result = await work()
    say(`${what}: done in ${secondsSince(startedAt)} s`)
    return result
  } finally {
    clearInterval(timer)
  }
}
