import type { Notice } from '../../../api/session/notice.ts'
import type { Extension } from '../signers/use-extension.ts'

export interface LaterPageProps {
  /** The server gave no answer yet. */
  readonly silent: boolean
  readonly onRetry: () => void
  readonly onNotice: (notice: Notice | null) => void
}

export interface AuthPageProps extends LaterPageProps {
  readonly extension: Extension
  /** Is there a demo to look at? */
  readonly demo: boolean
}
