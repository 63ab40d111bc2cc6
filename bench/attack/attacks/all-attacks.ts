import type { Attack } from '../attack.ts'
import { diskFill } from './disk-fill.ts'
import { expensiveCounts } from './expensive-counts.ts'
import { connectionFlood } from './floods/connection-flood.ts'
import { deletionFlood } from './floods/deletion-flood.ts'
import { heavyDeletions } from './floods/heavy-deletions.ts'
import { httpFlood } from './floods/http-flood.ts'
import { invoiceFlood } from './floods/invoice-flood.ts'
import { oldVanishes } from './floods/old-vanishes.ts'
import { reportFlood } from './floods/report-flood.ts'
import { searchFlood } from './floods/search-flood.ts'
import { forgedHost } from './forged-host.ts'
import { garbage } from './garbage.ts'
import { giftWraps } from './gift-wraps.ts'
import { heavyReads } from './heavy-reads.ts'
import { hostileTags } from './hostile-tags.ts'
import { hugeFilters } from './huge-filters.ts'
import { manyTags } from './many-tags.ts'
import { oddJson } from './odd-json.ts'
import { privateMessages } from './readers/private-messages.ts'
import { viewerReads } from './readers/viewer-reads.ts'
import { reconnecting500, reconnecting2000 } from './reconnecting-clients.ts'
import { relayKinds } from './relay-kinds.ts'
import { slowHttp } from './slow-http.ts'
import { slowReaders } from './slow-readers.ts'
import { tinyFrames } from './tiny-frames.ts'
import { fileFill } from './uploads/file-fill.ts'
import { imageFlood } from './uploads/image-flood.ts'
import { parallelUploads } from './uploads/parallel-uploads.ts'
import { slowUploads } from './uploads/slow-uploads.ts'
import { vanishing } from './vanishing.ts'
import { wideFanOut } from './wide-fan-out.ts'
import { wrongSignatures } from './wrong-signatures.ts'

/** Sorted by when they run: first those that deceive, then those that stall and fill. */
export const allAttacks: readonly Attack[] = [
  privateMessages,
  viewerReads,
  forgedHost,
  oddJson,
  relayKinds,
  vanishing,
  giftWraps,
  parallelUploads,
  hostileTags,
  wideFanOut,
  heavyReads,
  expensiveCounts,
  reconnecting500,
  reconnecting2000,
  slowReaders,
  manyTags,
  slowHttp,
  hugeFilters,
  searchFlood,
  wrongSignatures,
  connectionFlood,
  garbage,
  tinyFrames,
  httpFlood,
  deletionFlood,
  heavyDeletions,
  oldVanishes,
  reportFlood,
  invoiceFlood,
  diskFill,
  fileFill,
  slowUploads,
  imageFlood,
]
