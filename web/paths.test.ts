import { describe, expect, it } from 'vitest'
import { insidePath, paths } from './paths.ts'

describe('insidePath', () => {
  it.each([
    ['/admin/sus?page=2', '/admin/sus?page=2'],
    ['/app/admin/sus?page=2#top', '/admin/sus?page=2#top'],
    ['/app', '/'],
    ['/application', '/application'],
    ['/admin/../admin/sus', '/admin/sus'],
  ])('takes %s as %s', (wish, path) => {
    expect(insidePath(wish)).toBe(path)
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/app//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'admin/sus',
    '',
    undefined,
    ['/admin/sus'],
  ])('refuses %j', (wish) => {
    expect(insidePath(wish)).toBeUndefined()
  })

  it('reads back what loginThenTo wrote', () => {
    const search = new URLSearchParams(paths.loginThenTo('/admin/sus?search=Müller&page=2').split('?')[1])
    expect(insidePath(search.get('redirect'))).toBe('/admin/sus?search=M%C3%BCller&page=2')
  })
})
