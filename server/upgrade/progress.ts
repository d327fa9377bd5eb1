/** The pause between two lines about the same step. */
const EVERY_MS = 5000

/** Says what runs, and again every few seconds since when, so that nobody takes a long step for one that hangs. */
export function startProgress(say: (line: string) => void, everyMs = EVERY_MS) {
  let step = ''
  let since = performance.now()
  const repeat = () => {
    if (step) say(`${step} – läuft seit ${Math.round((performance.now() - since) / 1000)} s`)
  }
  const timer = setInterval(repeat, everyMs)
  return {
    begin(text: string) {
      step = text
      since = performance.now()
      timer.refresh()
      say(text)
    },
    end() {
      clearInterval(timer)
      step = ''
    },
  }
}
