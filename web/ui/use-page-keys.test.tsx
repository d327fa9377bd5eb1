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

test('a key that one listener does not use is for the next one, and a used one is not', () => {
  const heard: string[] = []
  const Frame = ({ hasOwn }: { hasOwn: boolean }) => {
    usePageKeys({ n: () => hasOwn && heard.push('frame') })
    return null
  }
  const Page = () => {
    usePageKeys({ n: () => heard.push('page') })
    return null
  }
  const pressIn = (hasOwn: boolean) => {
    render(
      <>
        <Frame hasOwn={hasOwn} />
        <Page />
      </>,
    )
    fireEvent.keyDown(document.body, { key: 'n' })
    cleanup()
  }
  pressIn(false)
  pressIn(true)
  expect(heard).toEqual(['page', 'frame'])
})
