import { textsOf } from './page-text.ts'

export interface XProfile {
  /** False: X has no such account, or shows it to nobody. */
  readonly exists: boolean
  readonly bio: string
  /** Of the account itself, without what it shares of others. */
  readonly posts: readonly string[]
  readonly followers: number | null
}

/** Reads a profile page of Nitter. Undefined: it is not this handle's, such as the error of an overloaded mirror. */
export function readNitterPage(html: string, handle: string): XProfile | undefined {
  const wanted = `@${handle.toLowerCase()}`
  const cardName: string[] = []
  const bio: string[] = []
  const followers: string[] = []
  const error: string[] = []
  const posts: { author: string; text: string; isShared: boolean }[] = []
  let item: object | undefined
  for (const { text, within } of textsOf(html)) {
    const has = (name: string) => within.some(({ classes }) => classes.includes(name))
    if (has('error-panel')) error.push(text)
    else if (has('profile-card-username')) cardName.push(text)
    else if (has('profile-bio')) bio.push(text)
    else if (has('profile-statlist') && has('followers') && has('profile-stat-num')) followers.push(text)
    const here = within.find(({ classes }) => classes.includes('timeline-item'))
    if (!here) continue
    if (here !== item) posts.push({ author: '', text: '', isShared: false })
    item = here
    const post = posts.at(-1)
    if (!post || has('quote')) continue
    if (has('retweet-header')) post.isShared = true
    else if (has('username')) post.author += text.trim()
    else if (has('tweet-content')) post.text += text
  }
  if (cardName.join('').trim().toLowerCase() === wanted) {
    const own = posts.filter(({ author, isShared }) => !isShared && author.toLowerCase() === wanted)
    return {
      exists: true,
      bio: bio.join(''),
      posts: own.map(({ text }) => text),
      followers: numberIn(followers.join('')),
    }
  }
  return /not found|suspended/i.test(error.join(' '))
    ? { exists: false, bio: '', posts: [], followers: null }
    : undefined
}

/** "1,234" */
function numberIn(text: string): number | null {
  const digits = text.replaceAll(/[\s,.]/g, '')
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null
}
