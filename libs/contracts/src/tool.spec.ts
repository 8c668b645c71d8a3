import { describe, expect, it } from 'vitest';
import { toolIdOf } from './tool.js';

describe('toolIdOf()', () => {
  it('joins the names as they are', () => {
    expect(toolIdOf('github', 'search_issues')).toBe('mcp__github__search_issues');
    expect(toolIdOf('my server', 'a__b/c')).toBe('mcp__my server__a__b/c');
  });
});
