import clsx from 'clsx'

/** Placeholder of loading content in its final size, set by `className`. Say 'loading' once around many. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden className={clsx('animate-[pulse_1.6s_ease-in-out_infinite] rounded-sm bg-line', className)} />
}
