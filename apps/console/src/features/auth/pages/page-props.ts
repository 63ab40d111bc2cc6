import type { Notice } from '../../../api/session/notice.ts'
import type { Extension } from '../signers/use-extension.ts'

export interface LaterPageProps {
  /** The server has not answered yet. */
  readonly silent: boolean
  readonly onRetry: () => void
  readonly onNotice: (notice: Notice | null) => void
}

export interface AuthPageProps extends LaterPageProps {
  readonly extension: Extension
  readonly demo: boolean
}
