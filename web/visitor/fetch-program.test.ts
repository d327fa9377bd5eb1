import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const FILES = ['/app/assets/program-1.js', '/app/assets/program-1.css']

// Files are fetched once for as long as the page lives: each test loads the module anew.
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  document.head.innerHTML = `<meta name="staff-program" content="${FILES.join(' ')}">`
})
afterEach(() => {
  document.head.innerHTML = ''
  Reflect.deleteProperty(navigator, 'connection')
  vi.unstubAllGlobals()
})

const fetchTwice = async () => {
  const { fetchProgram } = await import('./fetch-program.ts')
  fetchProgram()
  fetchProgram()
  return [...document.querySelectorAll('link')].map((link) => [link.rel, link.getAttribute('href')])
}

const lineIs = (connection: object) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })

test('the files of the program are fetched once, scripts as modules', async () => {
  expect(await fetchTwice()).toEqual([
    ['modulepreload', FILES[0]],
    ['prefetch', FILES[1]],
  ])
})

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  '%j fetches nothing ahead',
  async (line) => {
    lineIs(line)
    expect(await fetchTwice()).toEqual([])
  },
)

test('a page that the build did not make names no files', async () => {
  document.head.innerHTML = ''
  expect(await fetchTwice()).toEqual([])
})
