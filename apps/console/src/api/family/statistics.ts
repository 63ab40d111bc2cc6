import { type Answer, asList, asValues, type Routes, statusOf } from './route.ts'

const countNewer: Answer = async ({ send }) => {
  const { kinds, image, video, audio, binary, git } = asValues(await send({ path: '/api/relay/count' }))
  return { kinds, photos: image, videos: video, audio, misc: binary, gitNestr: git }
}

/** @param word how the count of images is called */
export const statisticsRoutes = (word: 'photos' | 'image'): Routes => ({
  'GET /api/relaycount': word === 'image' ? countNewer : ({ send }) => send(),
  'GET /api/timeseries': asList,
  'GET /api/activitydata': asList,
  'GET /api/barchartdata': asList,
  'GET /api/kinds': asList,
  // A kind without events is 404 there.
  'GET /api/kind-trend/:kind': asked =>
    asList(asked).catch(error => {
      if (statusOf(error) === 404) return []
      throw error
    }),
})
