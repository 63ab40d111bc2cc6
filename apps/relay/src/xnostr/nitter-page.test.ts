import { expect, it } from 'vitest'
import { handleOf } from './handle.ts'
import { readNitterPage } from './nitter-page.ts'

const item = (author: string, text: string, head = '', quote = '') => `
  <div class="timeline-item "><a class="tweet-link" href="/x/status/1#m"></a><div class="tweet-body">${head}
    <div class="tweet-header"><a class="fullname" href="/x" title="a > b">A &amp; B</a><a class="username" href="/x">@${author}</a></div>
    <div class="tweet-content media-body" dir="auto">${text}</div>${quote}</div></div>`

/** In the shape of Nitter's profile pages, as Chromium writes them. */
const page = ({
  name = 'Ann_1',
  bio = '',
  items = '',
}) => `<!DOCTYPE html><html><head><title>Ann (@Ann_1) | nitter</title>
<script>document.write('<div class="profile-bio">npub1script</div>')</script></head><body><div class="profile-tab sticky">
<div class="profile-card"><div class="profile-card-tabs-name"><a class="profile-card-fullname">Ann</a>
<a class="profile-card-username" href="/${name}" title="@${name}">@${name}</a></div><div class="profile-card-extra">
<div class="profile-bio"><p dir="auto">${bio}</p></div><ul class="profile-statlist"><li class="posts">
<span class="profile-stat-header">Tweets</span><span class="profile-stat-num">77</span></li><li class="followers">
<span class="profile-stat-header">Followers</span><span class="profile-stat-num">12,345</span></li></ul></div></div></div>
<div class="timeline">${items}</div></body></html>`

it('reads the bio, the posts of the account itself and its followers from the page of a mirror (XNOSTR-06)', () => {
  const quote = '<div class="quote"><a class="username">@ann_1</a><div class="tweet-content">quoted</div></div>'
  const shared = '<div class="retweet-header"><span>Ann retweeted</span></div>'
  const items = [
    item('ANN_1', 'I am <a href="/n">npub1me</a>', '', quote),
    item('ann_1', 'npub1shared', shared),
    item('bob', 'npub1bob'),
  ].join('')
  expect(readNitterPage(page({ bio: 'cats &lt;3<br>npub1bio', items }), 'ann_1')).toEqual({
    exists: true,
    bio: 'cats <3npub1bio',
    posts: ['I am npub1me'],
    followers: 12_345,
  })
})

it('tells an account that does not exist from the page of another account and from an error (XNOSTR-06)', () => {
  const error = (text: string) => `<body><div class="error-panel"><span>${text}</span></div></body>`
  expect(readNitterPage(error('User "ann" not found'), 'ann')).toMatchObject({ exists: false })
  expect(readNitterPage(error('Instance has been rate limited'), 'ann')).toBeUndefined()
  expect(readNitterPage(page({ name: 'bob', bio: 'npub1' }), 'ann')).toBeUndefined()
  expect(readNitterPage('<html>Just a moment</html>', 'ann')).toBeUndefined()
})

it.each([
  ['{"x":"ann"}', [], 'ann'],
  ['{"x":" @Ann_1 "}', [], 'Ann_1'],
  ['{"name":"ann"}', [['i', 'twitter:ann2', '1']], 'ann2'],
  ['{"x":"https://x.com/ann"}', [], null],
  ['{"x":["ann"]}', [], null],
  ['not JSON', [], null],
])('finds the X handle of a profile: %s with %j (XNOSTR-01)', (content, tags, handle) => {
  expect(handleOf({ content, tags })).toBe(handle)
})
