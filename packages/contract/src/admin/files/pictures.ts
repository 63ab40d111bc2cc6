import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { linkQuery } from './file-contents.ts'

const tag = 'Pictures'
const session = { tag, access: 'session', role: 'viewer', errors: [] } as const
const address = z.string().check(z.minLength(1), z.maxLength(2000))

export const pictureKeysMax = 50

export const listPictureLinks = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/pictures',
  summary: 'Links to the profile pictures of keys whose profiles are on this relay',
  query: z.object({
    keys: z.string().check(z.maxLength(65 * pictureKeysMax), z.regex(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/)),
  }),
  answers: {
    200: z.object({
      /** Keys without a picture are left out. `url`: valid without a token for an hour or two. */
      pictures: z.array(z.object({ pubkey: hex64, url: z.string() })),
    }),
  },
})

export const getPictureLink = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/pictures/link',
  summary: 'Signed link to an image in a note',
  query: z.object({ address }),
  answers: { 200: z.object({ url: z.string() }) },
})

export const getPicture = defineEndpoint({
  tag,
  method: 'GET',
  path: '/api/pictures/shown',
  summary: 'The picture (WebP, at most 320 px), by a link that the relay has signed',
  access: 'public',
  query: z.object({ address, ...linkQuery }),
  answers: { 200: null },
  produces: 'image/webp',
  errors: ['not_found', 'forbidden'],
})
