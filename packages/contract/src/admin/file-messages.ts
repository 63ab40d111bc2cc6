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
  moveRunning: 'Files are already being moved. Stop that job first.',
  s3Unreachable: 'The S3 server cannot be reached',
  s3NoBucket: 'The bucket does not exist',
  s3KeyRefused: 'The S3 server refuses the access key or its secret',
  s3Forbidden: 'The access key may not read, write, list or delete in this bucket',
  s3Failed: 'The S3 server answers with an error. The relay’s log has the details.',
  storeDiffers: 'The store gave back something else than what was written to it',
  storeUnavailable: 'The relay cannot reach its file store. Please try again later.',
} as const
