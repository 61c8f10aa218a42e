import { testBrowserOf } from './older-version-steps.ts'

testBrowserOf('0.2.0')
