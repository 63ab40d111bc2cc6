/** Texts about files, separate from those that the console loads with its first page. */
export const fileMessages = {
  fileUnknown: 'This file does not exist',
  linkOver: 'This link has expired. Please reload the page.',
  pictureMissing: 'This picture cannot be shown',
  jobUnknown: 'This job does not exist',
  jobEnded: 'This job has already ended',
  nothingSelected: 'No file matches',
  nothingToUndo: 'None of these files is in the trash any more',
  tooManyJobs: 'Too many jobs are running. Please wait until one has finished.',
  storeUnavailable: 'The relay cannot reach its file store. Please try again later.',
} as const
