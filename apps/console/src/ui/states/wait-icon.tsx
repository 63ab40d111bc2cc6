import clsx from 'clsx'
import { LoaderCircle } from 'lucide-react'

/** Spinner. Decorative: the text next to it says what is loading. */
export const WaitIcon = ({ size = 18, className }: { readonly size?: number; readonly className?: string }) => (
  <LoaderCircle size={size} className={clsx('animate-[turn_1s_linear_infinite]', className)} />
)
