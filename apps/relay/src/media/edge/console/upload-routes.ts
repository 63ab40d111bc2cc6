import { messages } from '@hornets/contract'
import { uploadFile } from '@hornets/contract/admin/files/file-changes'
import { ApiError } from '@hornets/server/api-error'
import { pacesBody } from '@hornets/server/http/http-limits'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../../../accounts/sessions/sessions.ts'
import type { FileCatalogue } from '../../library/catalogue/catalogue-service.ts'
import { normaliseMime } from '../../library/mime/mime.ts'
import type { FileEditor } from '../../workers/jobs/file-editor.ts'
import { drainUnread } from '../http/drain.ts'

export interface UploadRouteParts {
  readonly editor: FileEditor
  readonly catalogue: Pick<FileCatalogue, 'details'>
}

export function uploadRoute(serve: Serve<AdminSession>, { editor, catalogue }: UploadRouteParts): void {
  serve(uploadFile, async ({ query, request, session, letInAgain }) => {
    const { headers, raw } = request
    const { pubkey } = session.actor
    if (pubkey === null) throw new ApiError('unauthorized', messages.tokenInvalid)
    const length = Number(headers['content-length'] ?? Number.NaN)
    const bytes = Number.isSafeInteger(length) ? length : null
    const mime = normaliseMime(headers['content-type'])
    const offer = { hash: null, mime, bytes, name: query.name, beforeKept: letInAgain }
    pacesBody(raw)
    try {
      // Leaving the iterator must not end the connection: the answer still has to go out.
      const body = raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>
      const note = query.note === '1' ? { description: query.alt } : null
      const { file, created } = await editor.upload(offer, body, { ...session.actor, pubkey }, note)
      return { file: (await catalogue.details(file.hash)).file, created }
    } catch (error) {
      drainUnread(raw)
      throw error
    }
  })
}
