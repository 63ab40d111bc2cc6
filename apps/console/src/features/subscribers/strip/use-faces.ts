import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { cached } from '../../../api/queries/cached.ts'
import { isDemo } from '../../../api/session/demo.ts'
import { anyFaces, type Face, faceLimit, gatherFaces } from './faces.ts'
import { sampleFaces } from './sample-faces.ts'

/** The faces of the strip. In the demo made-up ones, which are marked, replace missing ones (SUBS-17 to SUBS-20, R-33). */
export function useFaces() {
  const query = useQuery<Face[]>({
    ...cached(anyFaces, { query: { limit: faceLimit } }),
    queryFn: ({ signal }) => gatherFaces(page => api.call(anyFaces, { query: { page, limit: faceLimit }, signal })),
  })
  const isNothing = query.isError || query.data?.length === 0
  const isSample = isNothing && isDemo()
  return { query, isSample, faces: isSample ? sampleFaces : query.data }
}
