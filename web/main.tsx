import { createRoot } from 'react-dom/client'
import { startProgram } from './staff-program.tsx'

const root = document.getElementById('root')
if (root) startProgram(createRoot(root))
