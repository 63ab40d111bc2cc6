export const backupMessages = {
  placeMissing: 'Choose where backups are stored',
  placeInvalid: 'Enter a folder as /path/to/folder, or https://access-key:secret@server/bucket',
  placeInside: 'Choose a folder outside the relay’s data folder',
  remoteUnencrypted: 'Backups to an S3 server must be encrypted',
  recipientInvalid: 'This is not an age public key (age1…)',
  passphraseMissing: 'Enter a passphrase',
  passphraseShort: 'At least 12 characters',
  keyMissing: 'Enter the private key (AGE-SECRET-KEY-1…): the relay does not have it',
  running: 'A backup or test is already running',
  noneRunning: 'Nothing is running',
  noPlan: 'Set where backups are stored first',
  testsNeedKey: 'The relay cannot open these backups, so it cannot test them by itself',
} as const
