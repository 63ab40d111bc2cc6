import { getPicture, getPictureLink, listPictureLinks } from '@hornets/contract/admin/files/pictures'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../../../accounts/sessions/sessions.ts'
import type { PictureProxy } from '../../workers/pictures/picture-proxy.ts'
import { consoleHeaders } from '../http/send-blob.ts'

export function pictureRoutes(serve: Serve<AdminSession>, pictures: PictureProxy): void {
  serve(listPictureLinks, async ({ query }) => ({ pictures: await pictures.linksOf(query.keys.split(',')) }))
  serve(getPictureLink, ({ query }) => ({ url: pictures.linkTo(query.address) }))
  serve(getPicture, async ({ query, reply }) => {
    const picture = await pictures.read(query.address, query)
    return reply.headers({ ...consoleHeaders, 'content-type': getPicture.produces }).send(picture)
  })
}
