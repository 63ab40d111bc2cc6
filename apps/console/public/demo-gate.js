// Served in place of gate.js while the relay offers a demo: a visitor with no session gets one of the demo, asked for while the console loads.
;(() => {
  try {
    const token = localStorage.getItem('accessToken')
    const setupToken = new URLSearchParams(location.search).get('setup')
    // The printed address leads to claiming the relay, for somebody in the demo, too.
    if (setupToken && (!token || token.startsWith('demo.')))
      return location.replace(`/auth/sign-up?setup=${encodeURIComponent(setupToken)}`)
    if (token || localStorage.getItem('user')) return
    globalThis.demoAnswer = fetch('/demo', { method: 'POST', cache: 'no-store' }).catch(() => undefined)
  } catch {}
})()
