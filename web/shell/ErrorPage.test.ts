import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isWorthReload, reloadProgram } from './ErrorPage.tsx'

const gone = new TypeError('Failed to fetch dynamically imported module: http://localhost/app/assets/PupilsPage-1.js')

const runProgram = (file: string) => {
  document.head.innerHTML = `<script type="module" src="${file}"></script>`
}

beforeEach(() => {
  sessionStorage.clear()
  runProgram('/app/assets/index-1.js')
})
afterEach(() => vi.restoreAllMocks())

describe('a part of the program that is gone', () => {
  it.each([
    gone,
    new TypeError('error loading dynamically imported module: /app/assets/PupilsPage-1.js'),
    new TypeError('Importing a module script failed.'),
    new Error('Unable to preload CSS for /app/assets/HomePage-1.css'),
  ])('is worth a reload: $message', (error) => {
    expect(isWorthReload(error)).toBe(true)
  })

  it('is worth one, and another only after the next update', () => {
    // jsdom cannot load a page: it only says so.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    reloadProgram()
    expect(isWorthReload(gone)).toBe(false)
    runProgram('/app/assets/index-2.js')
    expect(isWorthReload(gone)).toBe(true)
  })

  it('cannot be fetched without a network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(isWorthReload(gone)).toBe(false)
  })

  it('is no broken page', () => {
    expect(isWorthReload(new TypeError('x is undefined'))).toBe(false)
  })
})
