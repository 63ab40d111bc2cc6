/** Texts about imports and copies of events. */
export const transferMessages = {
  unknown: 'This transfer does not exist',
  ended: 'This transfer has already ended',
  notResumable: 'This transfer cannot be resumed any more',
  tooMany: 'Too many transfers are running. Please wait until one has finished.',
  uploadEmpty: 'The file is empty',
  notGzip: 'The file is damaged: it cannot be unpacked',
  fileGone: 'The file is gone. Please upload it again.',
  storeFull: "The relay's disk is full. Make room, then resume.",
  failed: "It failed for a reason that only the relay's log has. Try to resume it.",
} as const
