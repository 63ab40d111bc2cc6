import i18next from 'i18next'

const afterMs = 300

/** The first visitor waits some seconds for the demo to be made: says so in place of the console. Returns how to stop. */
export function sayPreparing(): () => void {
  let stopped = false
  const timer = setTimeout(() => (i18next.isInitialized ? say() : i18next.on('initialized', say)), afterMs)
  function say() {
    const root = document.getElementById('root')
    if (!root || stopped) return
    const line = document.createElement('p')
    line.setAttribute('role', 'status')
    line.className =
      'grid min-h-dvh animate-pulse place-items-center p-6 text-center text-muted motion-reduce:animate-none'
    line.textContent = i18next.t('shell.demo.preparing')
    root.replaceChildren(line)
  }
  return () => {
    stopped = true
    clearTimeout(timer)
    i18next.off('initialized', say)
  }
}
