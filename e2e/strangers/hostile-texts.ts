import { turningName } from './neighbours.ts'

/** What strangers may write where a name is expected. In a browser each calls `owned()` if it becomes more than text. */
export const hostileTexts: readonly string[] = [
  `<img src=x onerror="owned()"><script>owned()</script>`,
  `<svg/onload=owned()><x-made></x-made></title></textarea>`,
  `"><iframe src="https://evil.example/" srcdoc="<script>parent.owned()</script>"></iframe>`,
  `' onmouseover=owned() style=position:fixed x='`,
  'javascript:owned()//https://evil.example/x.png',
  'data:text/html,<script>owned()</script>',
  `{{constructor.constructor('owned()')()}} \${owned()} <%= owned() %> {name} {{count}} %s %n`,
  turningName,
  '\u0000\u001b[2J\u0007\r\nnul\u2028line',
  'W'.repeat(300),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(40),
]

export const hostileHeaders = hostileTexts.filter(text => /^[\x20-\x7e]*$/.test(text))
