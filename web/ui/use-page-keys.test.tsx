import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { usePageKeys } from './use-page-keys.ts'

afterEach(cleanup)

test('a key pressed as soon as the next record is drawn is about that one', () => {
  const heard: string[] = []
  const Page = () => {
    const [record, setRecord] = useState('first')
    usePageKeys({ 2: () => heard.push(record) })
    // This is the earliest moment for a key: the page is drawn, and ordinary effects have not run yet.
    useLayoutEffect(() => {
      if (record === 'second') fireEvent.keyDown(document.body, { key: '2' })
    }, [record])
    return (
      <button type="button" onClick={() => setRecord('second')}>
        weiter
      </button>
    )
  }
  render(<Page />)
  fireEvent.click(screen.getByRole('button', { name: 'weiter' }))
  expect(heard).toEqual(['second'])
})

test('a key pressed as soon as the page is drawn is heard', () => {
  const heard: string[] = []
  const Rows = () => {
    usePageKeys({ j: () => heard.push('j') })
    return null
  }
  const Page = () => {
    useLayoutEffect(() => {
      fireEvent.keyDown(document.body, { key: 'j' })
    }, [])
    return <Rows />
  }
  render(<Page />)
  expect(heard).toEqual(['j'])
})
