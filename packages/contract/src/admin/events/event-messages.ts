/** Texts about stored events, separate from those that the console loads with its first page. */
export const eventMessages = {
  filterInvalid: 'This is not a filter that this relay knows (NIP-01)',
  tooManyViews: 'There are too many saved views. Please remove one first.',
  jobUnknown: 'This job does not exist',
  jobEnded: 'This job has already ended',
  nothingFound: 'No matching events',
  nothingToUndo: 'None of these events is in the trash any more',
  tooManyJobs: 'Too many jobs are running. Please wait until one has finished.',
  viewUnknown: 'This view no longer exists',
} as const
